// A program with its own use of fetch and undici, run in a separate process. It prints what changed after the transport
// was imported and used.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const GLOBALS = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map((name) => Symbol.for(name))

function dispatchers(): readonly string[] {
  return GLOBALS.map((name) => {
    // `as`: reads any value of that property.
    const one = (globalThis as Record<symbol, object | undefined>)[name]
    return `${name in globalThis} ${one?.constructor.name ?? 'none'}`
  })
}

const server = createServer((request, response) => response.end(request.headers['user-agent'] ?? 'nobody'))
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve)
})
// `as`: a server that listens on a port has such an address.
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
  // The undici of the host program, imported after ours, still works.
  undici: await (await (await import('undici')).request(url)).body.text(),
}
process.stdout.write(JSON.stringify(result))
server.closeAllConnections()
server.close()
