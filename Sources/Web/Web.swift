#if !arch(wasm32)
  // The browser entry point is built for wasm32 only; natively this module is empty.
#endif
