/** A public function, called with any arguments. */
export type EntryPoint = (...args: readonly unknown[]) => unknown
