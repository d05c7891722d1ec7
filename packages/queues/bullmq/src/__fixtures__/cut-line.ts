import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * Starts a proxy to Redis that cuts its connections after a number of messages. This is like a
 * process that is killed between two messages.
 */
export async function aCutLine(url: string) {
  const { hostname, port, pathname, username, password } = new URL(url)
  const sockets = new Set<Socket>()
  let left = Infinity
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((client) => {
    const upstream = connect(Number(port || 6379), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => void [client, upstream].map((one) => one.destroy()))
    }
    client.on('data', (chunk) => {
      if (left === 0) return cut()
      left -= 1
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => void client.write(chunk))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const ownPort = typeof address === 'object' && address !== null ? address.port : 0
  const credentials = username === '' && password === '' ? '' : `${username}:${password}@`
  return {
    url: `redis://${credentials}127.0.0.1:${ownPort}${pathname}`,
    /** Sets the number of messages that the proxy still forwards before it cuts all connections. */
    cutAfter(messages: number): void {
      left = messages
    },
    async [Symbol.asyncDispose]() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
