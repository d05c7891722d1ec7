import { createServer } from 'node:net'

/**
 * Tests whether a port is free and returns its number, or null if the port is in use. Port 0
 * selects any free port.
 */
async function tryPort(wanted: number): Promise<number | null> {
  const server = createServer()
  const isOurs = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(wanted, '127.0.0.1', () => resolve(true))
  })
  if (!isOurs) return null
  const address = server.address()
  await new Promise((resolve) => {
    server.close(resolve)
  })
  return address === null || typeof address === 'string' ? null : address.port
}

/** Finds several consecutive free ports and returns the first one. */
export async function freePort(inARow = 1): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const first = await tryPort(0)
    if (first === null) continue
    const others = Array.from({ length: inARow - 1 }, (_, index) => tryPort(first + index + 1))
    if ((await Promise.all(others)).every((port) => port !== null)) return first
  }
  throw new Error('No free ports were found on this machine.')
}
