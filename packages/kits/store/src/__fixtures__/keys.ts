/** Sealing keys for tests. */
export const KEY = 'a'.repeat(64)
export const OTHER_KEY = 'b'.repeat(64)
