import { SocialClient, SpendingLimitError } from '@social/core'
import { sqliteStores } from '@social/sqlite'
import { x } from '@social/x'

/**
 * Settings of this script, which posts to X and counts the posts that the spending limit refuses.
 */
interface Settings {
  readonly name: string
  readonly file: string
  readonly connectionId: string
  readonly addresses: { readonly api: string; readonly signIn: string }
  readonly posts: number
  readonly credits: number
}

const settings = JSON.parse(process.argv[2] ?? '{}') as Settings // safe cast: the test that starts this script writes these settings
const { name, file, connectionId, addresses, posts, credits } = settings

const client = new SocialClient({
  ...sqliteStores(file),
  platforms: { x: x({ addresses }) },
  spending: { limits: { x: { credits: { units: credits, perSeconds: 86_400 } } } },
  allowLoopback: true,
})
let refused = 0
for (let number = 0; number < posts; number += 1)
  await client
    .accountOf('x', connectionId)
    .post({ text: `Post ${number} of ${name}` })
    .catch((error: unknown) => {
      if (!SpendingLimitError.is(error)) throw error
      refused += 1
    })
await client.close()
process.stdout.write(String(refused))
