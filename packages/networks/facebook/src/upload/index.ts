export { isDeadSession, uploadPieces } from './pieces.js'
export { uploadPictures } from './pictures.js'
export { readVideoStatus } from './status.js'
export { uploadWhole } from './whole-file.js'
