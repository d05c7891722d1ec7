export { InMemoryLocks, InMemoryStorage, type InMemoryStorageOptions } from './in-memory.js'
export { syncStorage, type SyncStorage } from './sync-storage.js'
export { type WorkerStorage, workerStorage, type WorkerStorageOptions } from './worker-storage.js'
