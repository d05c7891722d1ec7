import { describe, expect, it } from 'vitest'

import { channels, type OperationEvent } from '../../diagnostics/channels.js'
import { aClient } from '../__fixtures__/sample.js'

type EntryPoint = (...args: readonly unknown[]) => Promise<unknown>

async function aHandle() {
  const { account, ...rest } = await aClient()
  return { methods: account as unknown as Readonly<Record<string, EntryPoint>>, ...rest } // safe cast: the tests call methods by name
}

/** Returns the names of the operations that diagnostics report while the function runs. */
async function reportsTo(run: () => Promise<unknown> | undefined): Promise<readonly string[]> {
  const reported: string[] = []
  const listener = (event: unknown): void => {
    reported.push((event as OperationEvent).operation) // safe cast: the channel carries only operation events
  }
  channels.operation.start.subscribe(listener)
  try {
    await run()
  } finally {
    channels.operation.start.unsubscribe(listener)
  }
  return reported
}

describe.each([
  ['connection', []],
  ['features', []],
  ['limits', []],
  ['measureText', ['Hello']],
  ['run', [async () => 'done']],
])('%s of every account', (operation, args) => {
  it('refuses an unknown option, and names the operation', async () => {
    const { methods, transport } = await aHandle()
    await expect(methods[operation]?.(...args, { sgnal: null })).rejects.toThrow(
      `account.${operation} does not know the option "sgnal". Did you mean "signal"?`,
    )
    expect(transport.requests).toEqual([])
  })

  it('is reported under its name, or as the limits that it reads', async () => {
    const { methods } = await aHandle()
    expect(await reportsTo(() => methods[operation]?.(...args))).toEqual([
      operation === 'measureText' ? 'limits' : operation,
    ])
  })

  it('rejects with the reason of a signal', async () => {
    const { methods } = await aHandle()
    const reason = new Error('enough')
    await expect(methods[operation]?.(...args, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})
