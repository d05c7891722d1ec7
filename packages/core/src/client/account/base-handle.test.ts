import { describe, expect, it } from 'vitest'

import { channels, type OperationEvent } from '../../diagnostics/channels.js'
import { aClient } from '../__fixtures__/sample.js'

type Door = (...args: readonly unknown[]) => Promise<unknown>

async function aHandle() {
  const { account, ...rest } = await aClient()
  return { doors: account as unknown as Readonly<Record<string, Door>>, ...rest } // called by name
}

/** The operations that diagnostics tell of while something runs. */
async function reportsTo(run: () => Promise<unknown> | undefined): Promise<readonly string[]> {
  const told: string[] = []
  const listener = (event: unknown): void => {
    told.push((event as OperationEvent).operation) // the channel carries nothing else
  }
  channels.operation.start.subscribe(listener)
  try {
    await run()
  } finally {
    channels.operation.start.unsubscribe(listener)
  }
  return told
}

describe.each([
  ['connection', []],
  ['features', []],
  ['limits', []],
  ['measureText', ['Hello']],
  ['run', [async () => 'done']],
])('%s, which every account has', (operation, args) => {
  it('refuses an option that it does not know by its own name', async () => {
    const { doors, transport } = await aHandle()
    await expect(doors[operation]?.(...args, { sgnal: null })).rejects.toThrow(
      `account.${operation} does not know the option "sgnal". Did you mean "signal"?`,
    )
    expect(transport.requests).toEqual([])
  })

  it('is told under its name, or as the limits it reads', async () => {
    const { doors } = await aHandle()
    expect(await reportsTo(() => doors[operation]?.(...args))).toEqual([
      operation === 'measureText' ? 'limits' : operation,
    ])
  })

  it('ends with the reason of a signal', async () => {
    const { doors } = await aHandle()
    const reason = new Error('enough')
    await expect(doors[operation]?.(...args, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})
