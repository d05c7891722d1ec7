export { checkFiles } from './files.js'
export { keepPrepared, type Kept, readSaved, toData } from './receipt.js'
export { prepareFiles } from './prepare.js'
