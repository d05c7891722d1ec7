// The demo: `npm run demo` starts it, `npm run demo -- --check` makes the whole journey without a person.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { SocialBaseError } from '@social/core'

import { checkJourney } from './check/check-journey.js'
import { FolderTakenError } from './server/data-folder.js'
import { SUPERVISED } from './server/doors/trouble.js'
import { startStudio } from './server/studio.js'

const DATA = fileURLToPath(new URL('../data', import.meta.url))
/** Where `vite build` puts the page, seen from the built server. */
const PAGE = fileURLToPath(new URL('./page', import.meta.url))

async function open(): Promise<void> {
  const studio = await startStudio({
    dataFolder: process.env['STUDIO_DATA'] ?? DATA,
    pageFolder: PAGE,
    port: Number(process.env['PORT'] ?? 4000),
    emulatorPort: Number(process.env['EMULATOR_PORT'] ?? 4010),
    postgresUrl: process.env['POSTGRES_URL'] || undefined, // set and empty is unset
  })
  console.log(
    `\nStudio:   ${studio.url}\nMastodon: http://${studio.emulatorHost} (a server of your own; the other ten networks run beside it)\n`,
  )
  console.log(`Everything is kept in ${process.env['STUDIO_DATA'] ?? DATA}. Ctrl + C stops it.`)
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

/** Says in words what stopped the studio from opening. */
function explain(error: unknown): void {
  const isPortTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (isPortTaken) console.error(`${error.message}. Stop what runs there, or set PORT and EMULATOR_PORT.`)
  else console.error(error instanceof FolderTakenError || SocialBaseError.is(error) ? error.message : error)
  process.exit(1)
}

/**
 * Runs the studio in a process of its own, and starts it again when somebody kills it: the page has a button for that.
 * A process that ends by itself, or is asked to, stays ended.
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
      console.log('The studio was killed. Starting it again.')
      supervise()
    } else process.exitCode = code ?? 1
  })
}

if (process.argv.includes('--check')) process.exitCode = (await checkJourney(PAGE)) ? 0 : 1
else if (process.argv.includes('--supervised')) await open().catch(explain)
else supervise()
