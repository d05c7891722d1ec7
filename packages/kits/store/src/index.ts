export { InTurn } from './in-turn.js'
export { KeyRing, type SealingKey } from './key-ring.js'
export { type Lease, millisecondsOf } from './lease.js'
export {
  type ExtendOptions,
  LeasedLocks,
  type LockRows,
  type PollPauses,
  type TakeOptions,
} from './leased-locks.js'
export {
  positiveNumber,
  readKeyRing,
  refuseUnknownOptions,
  type SealingOptions,
  type StoreNames,
} from './options.js'
export { SEALED_COLUMNS } from './sealed-columns.js'
export { Sealer } from './sealer.js'
export { Lines } from './pool/lines.js'
export { parseStored, parseStoredObject, unreadable } from './stored.js'
export {
  appPlace,
  appRowId,
  connectionPlace,
  sealApp,
  StoredConnections,
  unsealApp,
} from './stored-connections.js'
export {
  holdsResult,
  type JournalLease,
  lostEntry,
  otherEntry,
  type OwnedPost,
  receiptPlace,
  resultPlace,
  sealReceipt,
  sealResult,
  unsealReceipt,
  unsealResult,
} from './stored-journal.js'
export { notesPlace, notesRowId, sealNotes, unsealNotes } from './stored-notes.js'
export { type RemoveBatch, Sweeper } from './sweeper.js'
export { isPermit, makePermit, type UnsealedPermit } from './unsealed-permit.js'
