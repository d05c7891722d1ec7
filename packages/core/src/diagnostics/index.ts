export { channels, type OperationEvent, type RequestEvent, type WarningEvent } from './channels.js'
