// The Emscripten glue of the two WebAssembly modules; the build points these names at the built files.
declare module '#module' {
  import type { Module, ModuleOptions } from './contract';
  export default function create_module(options: ModuleOptions): Promise<Module>;
}

declare module '#module-more' {
  import type { Module, ModuleOptions } from './contract';
  export default function create_module(options: ModuleOptions): Promise<Module>;
}

declare module '*.json?explain' {
  const value: { issues: Record<string, string>; labels: Record<string, string> };
  export default value;
}

declare module '*/text/zh.json?values' {
  const value: string[];
  export default value;
}

declare module '*/messages/zh.json?values' {
  const value: { issues: string[]; assumptions: string[]; labels: string[] };
  export default value;
}

declare module '*.json?plan' {
  const value: Record<string, string>;
  export default value;
}

declare module '*.json' {
  const value: any;
  export default value;
}
