export { InMemoryLocks, InMemoryStorage, type InMemoryStorageOptions } from './in-memory.js'
