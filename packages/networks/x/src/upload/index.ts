export { checkFiles } from './files.js'
export { keepPrepared, type Kept, readKept, toData } from './kept.js'
export { prepareFiles } from './prepare.js'
