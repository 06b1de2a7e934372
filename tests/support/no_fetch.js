// Emscripten 3.1.6 hands a file path to fetch() when there is one, and Node 18 and later have one. Without
// it the program reads its .wasm file from disk.
globalThis.fetch = undefined;
