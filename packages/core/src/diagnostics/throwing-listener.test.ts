import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import { expect, it } from 'vitest'

/** Node raises what a listener throws in a tick of its own: in a program that would end by it, unless it is awaited there. */
const PROGRAM = `
  import { subscribe } from 'node:diagnostics_channel'
  import { publishWarning, traceOperation } from ${JSON.stringify(new URL('./channels.ts', import.meta.url).href)}

  const raised = []
  process.on('uncaughtException', (error) => raised.push(error.message))
  const careless = (name) => () => { throw new Error(name) }
  for (const name of ['start', 'end', 'asyncEnd']) subscribe('tracing:social.operation:' + name, careless(name))
  subscribe('social.warning', careless('warning'))

  const event = { platform: 'x', connectionId: 'x:1', operation: 'post' }
  const gave = await traceOperation(event, () => Promise.resolve('what the network gave'))
  publishWarning({ platform: null, message: 'heard' })
  await new Promise((resolve) => setImmediate(resolve))
  console.log(JSON.stringify({ gave, raised }))
`

it('a listener that throws changes nothing of the operation it was told of', async () => {
  const args = [...RUN_SOURCES, '--input-type=module', '--eval', PROGRAM]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(JSON.parse(stdout)).toEqual({
    gave: 'what the network gave',
    raised: ['start', 'end', 'asyncEnd', 'warning'],
  })
})
