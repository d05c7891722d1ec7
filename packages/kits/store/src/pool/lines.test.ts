import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { Lines } from './lines.js'

let server: Server
let lines: Lines

beforeEach(async () => {
  lines = new Lines()
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(async () => {
  lines.cut()
  server.close()
  await once(server, 'close')
})

async function connect(): Promise<Socket> {
  // safe cast: a server that listens on a TCP port has an AddressInfo
  const { port } = server.address() as AddressInfo
  const socket = lines.stream().connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

describe('the sockets of a pool', () => {
  it('are closed immediately if there are none', async () => {
    await expect(lines.closed()).resolves.toBeUndefined()
  })

  it('are closed when the last one is closed, not before', async () => {
    const [first, last] = [await connect(), await connect()]
    let isClosed = false
    const waitForAll = async (): Promise<void> => {
      await lines.closed()
      isClosed = true
    }
    const closed = waitForAll()

    first.destroy()
    await once(first, 'close')
    const afterTheFirst = isClosed
    last.destroy()
    await closed

    expect([afterTheFirst, last.destroyed]).toEqual([false, true])
  })

  it('are all destroyed by cut, even if the server does not respond', async () => {
    const sockets = [await connect(), await connect()]

    lines.cut()
    await lines.closed()

    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true])
  })

  it('are destroyed when opened after cut', async () => {
    lines.cut()
    const late = lines.stream()

    await lines.closed()

    expect(late.destroyed).toBe(true)
  })
})
