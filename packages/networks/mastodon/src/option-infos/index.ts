export { INFOS } from './infos.js'
