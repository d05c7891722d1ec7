import { expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { businessProfile } from './sign-in.js'

it('reads the name and the picture after the sign-in, which has none', async () => {
  await using at = await usingEmulator()
  const { id } = await at.signIn()
  const account = at.client.accountOf('tiktok_business', id)
  expect(await account.connection()).toMatchObject({ avatarUrl: null })

  expect(await account.run(businessProfile)).toEqual({
    name: expect.stringMatching(/ada/i),
    avatarUrl: expect.stringMatching(/^https?:/),
  })
})
