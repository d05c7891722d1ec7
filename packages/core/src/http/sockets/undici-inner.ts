import type { buildConnector as BuildConnector, Client as UndiciClient } from 'undici'
// The index of undici puts an agent of its own behind the process-wide dispatcher, which would change the host program's
// `fetch`. These two of its modules leave no trace, and load in half the time.
// @ts-expect-error -- undici has types for its index only
import buildConnectorUntyped from 'undici/lib/core/connect.js'
// @ts-expect-error -- undici has types for its index only
import ClientUntyped from 'undici/lib/dispatcher/client.js'

/** undici's HTTP/1.1 client for one socket. */
export const Client: typeof UndiciClient = ClientUntyped
/** Makes undici's function that opens sockets. */
export const buildConnector: typeof BuildConnector = buildConnectorUntyped
