// Fails if a file uses the machine's time or random numbers, except for the files listed below.
// Other code gets them from an injected clock and source, so that tests do not wait and do not
// depend on the machine.
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { isTest, parse, place, root, typescriptFiles, workspacePackages } from './workspace.mjs'

/**
 * Matches calls that read the time, set a timer or create a random number. The method `setTimeout`
 * of a socket does not match.
 */
const MACHINE_CALL =
  /\bnew Date\(\)|\bDate\.now\(|\bperformance\.now\(|(?<![.\w#])set(?:Timeout|Interval)\(|\bMath\.random\(|\bset(?:Timeout|Interval)\b[^}\n]*\} from 'node:timers/g

/**
 * Files, and folders with a trailing slash, that may use the machine's time or random numbers.
 * Each has a reason.
 */
const ALLOWED_FILES = {
  'packages/core/src/http/time/clock.ts': 'the clock',
  'packages/core/src/models/values/machine-time.ts': 'the clock of values without a call: token.isExpired',
  'packages/emulator/src/framework/clock.ts': "the emulator's clock",
  'packages/emulator/src/framework/emulated-network.ts':
    'a fault delays a response in real time: the client is real',
  'packages/emulator/src/framework/webhooks.ts': 'a hanging push is ended in real time: its receiver is real',
  'packages/emulator/src/mastodon/statuses/statuses.ts':
    'a slow server is slow in real time: the client is real',
  'packages/emulator/src/mastodon/streaming/streams.ts':
    'a stream is kept alive in real time: the client is real',
  'packages/kits/jobs/src/checks/': 'checks of queues: the server of a queue has its own clock',
  'packages/queues/bullmq/src/bull-queue.ts': 'limits the wait for a response of the server',
  'packages/queues/bullmq/src/lane-worker.ts': 'waits for a time of the server, which has its own clock',
  'packages/queues/bullmq/src/patient-worker.ts': 'waits for a server to come back',
  'packages/queues/bullmq/src/server/server-clock.ts': "the server's clock, measured against the machine's",
  'packages/queues/pg-boss/src/bell.ts': 'waits for a notification of the server',
  'packages/queues/pg-boss/src/notifications.ts': 'waits for a server to come back',
  'packages/queues/pg-boss/src/pg-boss-worker.ts': 'extends leases before they end on the server',
  'packages/testkit/src/store-checks/': 'checks of stores: the server of a store has its own clock',
}

function isNamed(file, used) {
  const name = Object.keys(ALLOWED_FILES).find((one) =>
    one.endsWith('/') ? file.startsWith(one) : file === one,
  )
  if (name !== undefined) used.add(name)
  return name !== undefined
}

/**
 * Returns the text of a file in which spaces replace the comments, so that positions stay the
 * same.
 */
function codeOf(file) {
  const { comments } = parse(file)
  let code = readFileSync(file, 'utf8')
  for (const { start, end } of comments)
    code = code.slice(0, start) + code.slice(start, end).replaceAll(/[^\n]/g, ' ') + code.slice(end)
  return code
}

/**
 * Returns a finding for each unlisted use of the machine's time or random numbers, and for each
 * listed name without such a use.
 */
export function checkClocks() {
  const used = new Set()
  const findings = []
  for (const { folder } of workspacePackages().filter((one) =>
    one.folder.startsWith(join(root, 'packages/')),
  ))
    for (const file of typescriptFiles(join(folder, 'src')).map((one) => join(folder, 'src', one))) {
      if (isTest(file)) continue
      for (const { 0: call, index } of codeOf(file).matchAll(MACHINE_CALL))
        if (!isNamed(relative(root, file), used))
          findings.push(
            `${place(file, index)}  ${call} uses the machine's clock. Use the clock of the call, or list the file in tooling/check-clocks.mjs.`,
          )
    }
  for (const name of Object.keys(ALLOWED_FILES))
    if (!used.has(name) || !existsSync(join(root, name)))
      findings.push(`${name} does not use the machine's clock. Remove it from tooling/check-clocks.mjs.`)
  return findings
}
