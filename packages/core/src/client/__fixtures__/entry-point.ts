/** A public function whose argument types are removed, so that tests can pass wrong arguments. */
export type EntryPoint = (...args: readonly unknown[]) => unknown
