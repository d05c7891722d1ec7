// Runs the first steps of a new application: sign-in, post, webhook. Two programs share this file,
// one that imports the packages and one that requires them. Each passes the loaded packages.
import { readFileSync, rmSync } from 'node:fs'

/** Runs the first steps of an application. @returns The result as one line. @throws Any failure. */
export async function journey({ core, emulator, mastodon, tiktok, fastify, routes, sqlite }, file) {
  const found = Object.keys(await core.discoverPlatforms({ from: import.meta.url }))
  const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
  const others = new Set(['core', 'emulator', 'fastify', 'sqlite'])
  const expected = Object.keys(dependencies).filter(
    (name) => name.startsWith('@social/') && !others.has(name.slice('@social/'.length)),
  )
  if (found.length !== expected.length || found.length < 11)
    throw new Error(`Expected the networks ${expected.join(', ')}, but found only ${found.join(', ')}.`)

  const networks = await emulator.startEmulator({ networks: ['mastodon', 'tiktok'] })
  const stores = sqlite.sqliteStores(file)
  const social = new core.SocialClient({
    ...stores,
    platforms: {
      mastodon: mastodon.mastodon(),
      tiktok: tiktok.tiktok({ addresses: networks.addresses('tiktok') }),
    },
    allowLoopback: true,
  })
  const updates = []
  const app = fastify.default()
  const { clientKey, clientSecret } = networks.control.tiktok.app()
  await stores.storage.saveApp(
    new core.AppCredentials({ platform: 'tiktok', clientId: clientKey, clientSecret }),
  )
  await app.register(routes.socialRoutes, {
    prefix: '/social',
    client: social,
    redirectUri: 'https://app.example/social/callback/{platform}',
    secrets: { tiktok: clientSecret },
    deliver: async (update) => void updates.push(update),
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const redirectUri = 'https://app.example/social/callback/mastodon'
    const host = networks.host('mastodon')
    await social.createApp('mastodon', { name: 'Installed', host, redirectUri })
    const step = await social.startLogin('mastodon', { host, redirectUri })
    const { location } = networks.control.mastodon.approve({ url: step.url, person: 'ada' })
    const callback = Object.fromEntries(new URL(location).searchParams)
    const { state, remember } = step
    const end = await social.finishLogin('mastodon', { host, redirectUri, state, remember, callback })
    const account = social.account(end.connection.id)
    const { url } = await account.post({ text: 'Installed.' }, { idempotencyKey: 'installed' })
    if (!url?.startsWith('http')) throw new Error('The post has no URL.')
    const wrong = await account.post({ text: ' ' }).catch((error) => error)
    if (!core.InvalidPostError.is(wrong)) throw new Error('A blank post was not refused.')

    networks.control.tiktok.setWebhook({ url: `${origin}/social/webhooks/tiktok` })
    networks.control.tiktok.pushEvent({ event: 'something.new', person: 'ada' })
    const [delivery] = await networks.control.tiktok.deliverEvents()
    if (delivery?.status !== 200 || updates.length !== 1) throw new Error('The webhook did not arrive.')
    return `found ${found.length} networks, signed in, posted, took a webhook on Node ${process.versions.node}`
  } finally {
    await app.close()
    await social.close()
    stores.close()
    await networks.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  }
}
