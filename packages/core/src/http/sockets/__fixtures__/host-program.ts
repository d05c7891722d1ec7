// Program with its own use of fetch and undici, which a test runs in a separate process. It prints
// what the import and the use of the library's transport changed in this process.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const GLOBALS = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map((name) => Symbol.for(name))

function dispatchers(): readonly string[] {
  return GLOBALS.map((name) => {
    // The cast allows reading a property with any name.
    const one = (globalThis as Record<symbol, object | undefined>)[name]
    return `${name in globalThis} ${one?.constructor.name ?? 'none'}`
  })
}

const server = createServer((request, response) => response.end(request.headers['user-agent'] ?? 'nobody'))
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve)
})
// safe cast: a server that listens on a TCP port has an AddressInfo
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

const when = process.argv[2]
if (when === 'fetch first') await (await fetch(url)).text()
const globalsBefore = Object.getOwnPropertyNames(globalThis).length
const before = dispatchers()
const fetchBefore = globalThis.fetch

const { undiciTransport } = await import('../transport.js')
const imported = dispatchers()
const transport = undiciTransport()
const reply = await transport.send({
  method: 'GET',
  url,
  headers: { 'user-agent': 'us' },
  body: null,
  signal: new AbortController().signal,
  stallSeconds: 10,
  maxReplyBytes: 1000,
})
await transport.close()

const result = {
  same: {
    imported: JSON.stringify(imported) === JSON.stringify(before),
    used: JSON.stringify(dispatchers()) === JSON.stringify(before),
    fetch: globalThis.fetch === fetchBefore,
    names: Object.getOwnPropertyNames(globalThis).length === globalsBefore,
  },
  transport: Buffer.from(reply.body).toString(),
  fetch: await (await fetch(url)).text(),
  // The program imports its own copy of undici after the library imported another copy. Requests
  // through the program's copy must still work.
  undici: await (await (await import('undici')).request(url)).body.text(),
}
process.stdout.write(JSON.stringify(result))
server.closeAllConnections()
server.close()
