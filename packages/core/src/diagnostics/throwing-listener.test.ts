import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import { expect, it } from 'vitest'

/**
 * Program of a child process. Node rethrows errors of listeners in a separate tick, which would end the process, so
 * the program handles these errors.
 */
const PROGRAM = `
  import { subscribe } from 'node:diagnostics_channel'
  import { publishWarning, traceOperation } from ${JSON.stringify(new URL('./channels.ts', import.meta.url).href)}

  const raised = []
  process.on('uncaughtException', (error) => raised.push(error.message))
  const careless = (name) => () => { throw new Error(name) }
  for (const name of ['start', 'end', 'asyncEnd']) subscribe('tracing:social.operation:' + name, careless(name))
  subscribe('social.warning', careless('warning'))

  const event = { platform: 'x', connectionId: 'x:1', operation: 'post' }
  const result = await traceOperation(event, () => Promise.resolve('the response'))
  publishWarning({ platform: null, message: 'heard' })
  await new Promise((resolve) => setImmediate(resolve))
  console.log(JSON.stringify({ result, raised }))
`

it('a listener that throws does not affect the operation', async () => {
  const args = [...RUN_SOURCES, '--input-type=module', '--eval', PROGRAM]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(JSON.parse(stdout)).toEqual({
    result: 'the response',
    raised: ['start', 'end', 'asyncEnd', 'warning'],
  })
})
