export { isLostUpload, uploadPieces } from './pieces.js'
export { uploadPictures } from './pictures.js'
export { isUploaded, readNewVideo, readVideoStatus, stageOf, type VideoStage } from './status.js'
export { uploadWhole } from './whole-file.js'
