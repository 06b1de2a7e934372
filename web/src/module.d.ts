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
  const value: Record<string, string>;
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
