// Entry point of the demo. `npm run demo` starts the studio. `npm run demo -- --check` runs the
// whole journey without a browser.
import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

import { SocialBaseError } from '@social/core'

import { checkJourney } from './check/check-journey.js'
import { NoRedisError } from './server/many/open-queue.js'
import { SUPERVISED } from './server/routes/trouble.js'
import { FolderTakenError, FolderUnusableError } from './server/storage/data-folder.js'
import { type ServerOptions, startStudio } from './server/studio.js'

const DATA = fileURLToPath(new URL('../data', import.meta.url))
/** Folder of the built page, relative to the built server. */
const PAGE = fileURLToPath(new URL('./page', import.meta.url))
/** Worker program in the folder of this file. Both run either built or from the sources. */
const WORKER = { path: fileURLToPath(new URL(`./worker${extname(import.meta.url)}`, import.meta.url)) }

/**
 * Reads the settings of the databases and workers from the environment. An empty variable counts as
 * not set.
 *
 * @param defaultWorkers - `two` worker processes, or `none`. With Redis, the default is `two`.
 */
function readServers(defaultWorkers: 'two' | 'none'): ServerOptions {
  const redisUrl = process.env['REDIS_URL'] || undefined
  const acceptLoss = process.env['ACCEPT_LOSS'] === '1'
  const workers = process.env['WORKERS'] || (redisUrl === undefined ? defaultWorkers : 'two')
  return {
    postgresUrl: process.env['POSTGRES_URL'] || undefined,
    workers: workers === 'none' ? undefined : { redisUrl, acceptLoss, program: WORKER },
  }
}

/** Error for a setting that is not a valid port. */
class NoPortError extends Error {
  override readonly name = 'NoPortError'
}

function readPort(name: string, defaultValue: number): number {
  const given = process.env[name] || String(defaultValue)
  const port = Number(given)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new NoPortError(`${name} must be a port (an integer from 0 to 65535), not "${given}".`)
}

async function open(): Promise<void> {
  const dataFolder = process.env['STUDIO_DATA'] || DATA
  const studio = await startStudio({
    dataFolder,
    pageFolder: PAGE,
    port: readPort('PORT', 4000),
    emulatorPort: readPort('EMULATOR_PORT', 4010),
    ...readServers('two'),
  })
  console.log(
    `\nStudio: ${studio.url}\nServer to enter at sign-in: http://${studio.emulatorHost}. The other networks are emulated too.\n`,
  )
  console.log(`Data folder: ${dataFolder}. Press Ctrl + C to stop.`)
  const close = () => {
    studio.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.once('SIGINT', close).once('SIGTERM', close)
}

const hasPlainMessage = (error: unknown): error is Error =>
  error instanceof FolderTakenError ||
  error instanceof FolderUnusableError ||
  error instanceof NoRedisError ||
  error instanceof NoPortError ||
  SocialBaseError.is(error)

/** Prints the reason why the studio did not start. */
function explain(error: unknown): void {
  const isPortTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (isPortTaken) console.error(`${error.message}. Stop the other process, or set PORT and EMULATOR_PORT.`)
  else console.error(hasPlainMessage(error) ? error.message : error)
  process.exit(1)
}

/**
 * Runs the studio in a child process and restarts the process if it is killed, because a button of
 * the page kills the studio. A process that exits normally is not restarted.
 */
function supervise(): void {
  const child = fork(fileURLToPath(import.meta.url), ['--supervised'], {
    env: { ...process.env, [SUPERVISED]: '1' },
    stdio: 'inherit',
  })
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  child.once('exit', (code, signal) => {
    process.off('SIGINT', pass).off('SIGTERM', pass)
    if (signal === 'SIGKILL') {
      console.log('The studio was killed. Restarting it.')
      supervise()
    } else process.exitCode = code ?? 1
  })
}

if (process.argv.includes('--check'))
  process.exitCode = (await checkJourney(PAGE, readServers('none'))) ? 0 : 1
else if (process.argv.includes('--supervised')) await open().catch(explain)
else supervise()
