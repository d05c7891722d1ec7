import type { buildConnector as BuildConnector, Client as UndiciClient } from 'undici'
// The index of undici installs its own agent as the process-wide dispatcher, which would change `fetch` of the host
// program. These two modules have no such side effect and load in half the time.
// @ts-expect-error -- undici has types for its index only
import buildConnectorUntyped from 'undici/lib/core/connect.js'
// @ts-expect-error -- undici has types for its index only
import ClientUntyped from 'undici/lib/dispatcher/client.js'

/** HTTP/1.1 client of undici for one socket. */
export const Client: typeof UndiciClient = ClientUntyped
/** Creates undici's function that opens sockets. */
export const buildConnector: typeof BuildConnector = buildConnectorUntyped
