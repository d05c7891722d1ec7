import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { Client } from 'pg'

import { commandLine, isRoot } from './as-nobody.js'
import { ChildServer } from './child-server.js'
import { freePort } from './free-port.js'

const run = promisify(execFile)

/** Folder in which Debian installs the versions of PostgreSQL. */
const DEBIAN = '/usr/lib/postgresql'
/** Settings that make writes faster. With them, a server may be unable to restart after `kill -9`. */
const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/**
 * Folder whose files are in memory, so that writes do not use the disk. The files survive the exit
 * of every process, but not a power failure.
 */
const MEMORY = '/dev/shm'
/** Free bytes that the folder must have, for several servers of 40 MB each and their logs. */
const MIN_FREE_BYTES = 1_000_000_000

function folderForFiles(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > MIN_FREE_BYTES ? MEMORY : tmpdir()
}

/** PostgreSQL server of its own on a free port, with data in a temporary folder. */
export interface PostgresServer extends AsyncDisposable {
  readonly port: number
  /** Returns the URL of a database for the superuser. The database `postgres` always exists. */
  url(database?: string): string
  /** Starts the server again after `kill`. */
  start(): Promise<void>
  /**
   * Kills the main process without a clean shutdown. The other processes of the server then exit
   * too.
   */
  kill(): Promise<void>
  /** Stops the process that accepts connections, or lets it continue. */
  pause(isPaused: boolean): Promise<void>
  /** Stops the server and removes its folder. */
  stop(): Promise<void>
}

/**
 * Returns the folder of the newest installed PostgreSQL, or null if PostgreSQL is not installed.
 */
export function installedPostgres(): string | null {
  const folders = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : []
  return (
    folders.map((version) => join(DEBIAN, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ??
    null
  )
}

function ownerId(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:'))
  const [, , uid, gid] = (line ?? '').split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  // Errors of the connection need a listener, because a starting server can close a connection at
  // any moment.
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Starts an installed PostgreSQL. Returns null if PostgreSQL is not installed.
 *
 * @param options - `durable`: committed data survives `kill`. `onDisk`: writes wait for a real
 * disk. `settings`: settings as in `postgresql.conf`.
 */
export async function startPostgres(
  options: {
    readonly durable?: boolean
    readonly onDisk?: boolean
    readonly settings?: readonly string[]
  } = {},
): Promise<PostgresServer | null> {
  const bin = installedPostgres()
  if (bin === null) return null
  const folder = mkdtempSync(join(options.onDisk === true ? tmpdir() : folderForFiles(), 'social-postgres-'))
  if (isRoot()) {
    const { uid, gid } = ownerId()
    chownSync(folder, uid, gid)
  }
  const data = join(folder, 'data')
  const as = { asUser: 'postgres', endedBy: 'SIGQUIT' }
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  const [command, ...args] = commandLine([join(bin, 'initdb'), ...initdb], as)
  await run(command, args, { cwd: folder })
  const port = await freePort()
  const url = (database = 'postgres'): string => `postgres://postgres@127.0.0.1:${port}/${database}`
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    ...(options.durable === true ? [] : NOT_DURABLE),
    ...(options.settings ?? []),
  ]
  const [server, ...serverArgs] = commandLine(
    [join(bin, 'postgres'), '-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    as,
  )
  const child = new ChildServer({
    command: server,
    args: serverArgs,
    folder,
    log: join(folder, 'log'),
    isReady: () => canConnect(url()),
  })
  await child.start()
  const stop = async (): Promise<void> => {
    await child.signal('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    port,
    url,
    start: () => child.start(),
    kill: () => child.signal('SIGKILL'),
    pause: (isPaused) => child.signal(isPaused ? 'SIGSTOP' : 'SIGCONT'),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
