import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { commandLine } from './as-nobody.js'
import { ChildServer } from './child-server.js'
import { freePort } from './free-port.js'

const PLACES = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server']

/** Redis server of its own on a free port, with data in a temporary folder. */
export interface RedisServer extends AsyncDisposable {
  readonly port: number
  readonly url: string
  /** Starts the server again after `kill`. */
  start(): Promise<void>
  /** Kills the server immediately, without a clean shutdown. */
  kill(): Promise<void>
  /** Stops the process of the server, or lets it continue. */
  pause(isPaused: boolean): Promise<void>
  /** Stops the server and removes its folder. */
  stop(): Promise<void>
}

/** Returns the path of an installed Redis server, or null if Redis is not installed. */
export function installedRedis(): string | null {
  return PLACES.find((place) => existsSync(place)) ?? null
}

/** Sends PING. Resolves to true if the server has loaded its data and responds. */
function ping(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    const end = (isReady: boolean): void => {
      socket.destroy()
      resolve(isReady)
    }
    socket.setTimeout(2_000, () => end(false))
    socket.once('error', () => end(false))
    socket.once('connect', () => socket.write('PING\r\n'))
    socket.once('data', (answer) => end(answer.toString().startsWith('+PONG')))
    socket.once('close', () => end(false))
  })
}

/**
 * Starts an installed Redis. Returns null if Redis is not installed.
 *
 * @param options - `durable`: the server writes every change to the append-only file before it
 * responds. `args`: arguments for `redis-server`.
 */
export async function startRedis(
  options: { readonly durable?: boolean; readonly args?: readonly string[] } = {},
): Promise<RedisServer | null> {
  const program = installedRedis()
  if (program === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'social-redis-'))
  const port = await freePort()
  const folderArgs = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
  const durable = options.durable === true ? ['yes', '--appendfsync', 'always'] : ['no']
  const serverArgs = [...folderArgs, '--maxmemory-policy', 'noeviction', '--appendonly', ...durable]
  const [command, ...args] = commandLine([program, ...serverArgs, ...(options.args ?? [])], {
    asUser: null,
    endedBy: 'SIGKILL',
  })
  const child = new ChildServer({
    command,
    args,
    folder,
    log: join(folder, 'log'),
    isReady: () => ping(port),
  })
  await child.start()
  const stop = async (): Promise<void> => {
    await child.signal('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    start: () => child.start(),
    kill: () => child.signal('SIGKILL'),
    pause: (isPaused) => child.signal(isPaused ? 'SIGSTOP' : 'SIGCONT'),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
