// The Emscripten glue of the WebAssembly module; build.mjs points this name at the built file.
declare module '#module' {
  import type { Module, ModuleOptions } from './contract';
  export default function create_module(options: ModuleOptions): Promise<Module>;
}

declare module '*.json' {
  const value: any;
  export default value;
}
