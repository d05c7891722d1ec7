import { afterEach, beforeEach, expect, it } from 'vitest'

import { aNetwork } from '../__fixtures__/a-network.js'
import { startChild } from '../__fixtures__/child.js'
import { signIn } from '../__fixtures__/sign-in.js'

let network: Awaited<ReturnType<typeof aNetwork>>

beforeEach(async () => {
  network = await aNetwork()
})
afterEach(() => network.close())

const TEXTS = ['One', 'Two', 'Three']
const SEND = { method: 'POST', path: '/api/v1/statuses' } as const

/** Returns the text of each post, with the text of the post that it replies to. */
function chain() {
  const { statuses } = network.emulator.control.mastodon.state()
  return statuses.map(({ text, replyTo }) => [text, statuses.find(({ id }) => id === replyTo)?.text ?? null])
}

const WHOLE = [
  ['One', null],
  ['Two', 'One'],
  ['Three', 'Two'],
]

it.each([
  ['before the second part was published', 2, true],
  ['after the second part was published and before its response', 2, false],
  ['after the last part was published and before its response', 3, false],
] as const)(
  'a thread resumes under the same key when its process was killed %s',
  async (_when, nth, beforeEffect) => {
    const { emulator, file } = network
    const { id } = await signIn(network.client(), emulator)
    const held = emulator.faults('mastodon').add({ ...SEND, nth, fault: 'hold', beforeEffect })
    const child = startChild(new URL('./thread-worker.ts', import.meta.url), {
      file,
      connectionId: id,
      texts: TEXTS,
    })
    await held.whenHeld(1)
    child.process.kill('SIGKILL')
    await child.output
    held.remove()

    // The clock is 61 seconds ahead, because the claims of the killed worker expire after a minute.
    const result = await network
      .client(61)
      .accountOf('mastodon', id)
      .postThread(
        TEXTS.map((text) => ({ text })),
        { idempotencyKey: 'once' },
      )

    expect(result.parts).toHaveLength(3)
    expect(chain()).toEqual(WHOLE)
  },
)

it('a thread that two processes post concurrently is published once', async () => {
  const { emulator, file } = network
  const { id } = await signIn(network.client(), emulator)
  const settings = { file, connectionId: id, texts: TEXTS }
  // The first response is held until the second process has ended, so that both processes publish
  // at the same time.
  const held = emulator.faults('mastodon').add({ ...SEND, fault: 'hold' })
  const one = startChild(new URL('./thread-worker.ts', import.meta.url), settings)
  await held.whenHeld(1)
  const { code, text } = await startChild(new URL('./thread-worker.ts', import.meta.url), settings).output
  held.release()

  expect(code).not.toBe(0)
  expect(text).toContain('PublishBusyError')
  expect(await one.output).toMatchObject({ code: 0, text: expect.stringContaining('out: 3') as string })
  expect(chain()).toEqual(WHOLE)
})
