import type { buildConnector as BuildConnector, Client as UndiciClient } from 'undici'
// These two modules are imported instead of the index of undici. The index installs its own
// process-wide dispatcher, which would change `fetch` of the application. The modules also load in
// half the time.
// @ts-expect-error -- undici has types for its index only
import buildConnectorUntyped from 'undici/lib/core/connect.js'
// @ts-expect-error -- undici has types for its index only
import ClientUntyped from 'undici/lib/dispatcher/client.js'

/** undici's HTTP/1.1 client, used for one socket each. */
export const Client: typeof UndiciClient = ClientUntyped
/** undici's factory of the function that opens sockets. */
export const buildConnector: typeof BuildConnector = buildConnectorUntyped
