export { checkFiles } from './files.js'
export { keepPrepared, type Kept, readKept, toData } from './receipt.js'
export { prepareFiles } from './prepare.js'
