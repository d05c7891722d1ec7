export type { Kept } from './kept.js'
export { keepPrepared, readKept } from './kept.js'
export { cutIntoPieces } from './pieces.js'
export { sendPieces } from './send-pieces.js'
