export { InMemorySpendingCounter } from './in-memory-counter.js'
export type { SpendingOptions } from './read-limits.js'
export type { SpendingState } from './spending-guard.js'
