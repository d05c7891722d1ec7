export {
  channels,
  type OperationEvent,
  publishWarning,
  type RequestEvent,
  trace,
  traceOperation,
  type WarningEvent,
} from './channels.js'
