/** Something public, called with whatever a test gives it. */
export type Door = (...args: readonly unknown[]) => unknown
