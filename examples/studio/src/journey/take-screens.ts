// Takes all screenshots of the README: `npm run screens`.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { installedPostgres, startPostgres, startRedis } from '@social-internal/servers'
import { samplePng } from '@social/emulator'
import type { Page } from 'playwright-core'

import { StudioOfMany } from '../check/many-machines.js'
import { signInAnywhere } from '../check/sign-in-anywhere.js'
import { drop, executablePath, Journey } from './browser.js'
import { press } from './network-flows.js'

const SCREENS = fileURLToPath(new URL('../../screens', import.meta.url))
const PAGE = fileURLToPath(new URL('../../dist/page', import.meta.url))
const SIZE = { viewport: { width: 1280, height: 860 } } as const
const QUALITY = 70
const PICTURE = { name: 'bread.png', type: 'image/png', bytes: samplePng(400, 300) }

/**
 * Saves a small screenshot as WebP. The browser encodes the picture, so no other tool is
 * necessary.
 */
async function keep(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  writeFileSync(`${SCREENS}/${name}.webp`, Buffer.from(data, 'base64'))
  await page.context().close()
  console.log(`screens/${name}.webp`)
}

async function pickAll(page: Page): Promise<void> {
  await page.getByLabel('New post').waitFor()
  await press(page.getByRole('button', { name: 'All accounts' }))
}

async function takeWriting(journey: Journey): Promise<void> {
  const compose = await journey.open('/compose', SIZE)
  await pickAll(compose)
  await compose
    .getByLabel('New post')
    .fill('Fresh rye, every morning from seven. #bread https://bakery.example')
  await drop(compose, '.composer', PICTURE)
  await compose.getByLabel('Picture description').fill('A loaf of rye bread')
  await compose.getByText(/of 4 ready/).waitFor()
  await keep(compose, 'compose')
  for (const { id } of (await journey.visitor.studio()).drafts)
    await journey.visitor.ask('DELETE', `/api/drafts/${id}`)

  const chain = await journey.open('/compose', SIZE)
  await pickAll(chain)
  await chain.getByLabel('New post').fill('Baking bread, in three parts.')
  for (const [at, text] of [
    'First the sourdough rests for a night.',
    'Then it goes into the oven.',
  ].entries()) {
    await press(chain.getByRole('button', { name: 'Add another part' }))
    await chain.getByRole('textbox', { name: `Part ${at + 2} of the thread` }).fill(text)
  }
  await chain.getByText(/of 4 ready/).waitFor()
  await keep(chain, 'chain')
  for (const { id } of (await journey.visitor.studio()).drafts)
    await journey.visitor.ask('DELETE', `/api/drafts/${id}`)
}

async function takeTrouble(journey: Journey, account: string): Promise<void> {
  const page = await journey.open('/trouble', SIZE)
  await page.getByRole('combobox', { name: 'At', exact: true }).selectOption(account)
  await press(page.getByRole('switch', { name: 'Lose the response to the next post' }), 'Space')
  await press(page.getByRole('button', { name: 'Clear' }))
  await press(page.getByRole('button', { name: 'Publish a test post' }))
  await page.getByRole('status').getByText('Published').waitFor()
  await page.getByText('applied once').waitFor()
  await keep(page, 'trouble')
}

async function takeStatistics(journey: Journey, accounts: readonly string[]): Promise<void> {
  const page = await journey.open('/statistics', SIZE)
  for (const accountId of accounts) {
    await journey.visitor.publish({ accountId, text: 'Fresh bread' })
    await journey.visitor.happen('comment', accountId)
    await journey.visitor.arrival(accountId, 'COMMENT_CREATED')
  }
  await page.reload()
  await page.locator('canvas').first().waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await keep(page, 'statistics')
}

async function takeOne(): Promise<void> {
  const journey = await Journey.start()
  try {
    const [mastodon = '', bluesky = ''] = await journey.signIn('mastodon', 'bluesky', 'youtube', 'pinterest')
    await takeWriting(journey)
    await takeTrouble(journey, mastodon)
    await takeStatistics(journey, [mastodon, bluesky])
  } finally {
    await journey.end()
  }
}

/**
 * Takes the screenshot of the workers. Needs PostgreSQL and Redis, and starts them if they are
 * installed.
 */
async function takeWorkers(): Promise<void> {
  const [postgres, redis] = [installedPostgres() === null ? null : await startPostgres(), await startRedis()]
  if (postgres === null || redis === null) {
    console.log('screens/workers.webp was not taken again. Install PostgreSQL and Redis to take it.')
    return
  }
  const many = await StudioOfMany.start({ postgresUrl: postgres.url(), redisUrl: redis.url }, PAGE)
  const journey = await Journey.on(many.studio)
  try {
    await signInAnywhere(many.visitor, 'mastodon')
    const page = await journey.open('/trouble', SIZE)
    await press(page.getByRole('switch', { name: 'Slow server' }), 'Space')
    await press(page.getByRole('button', { name: 'Publish a test post' }))
    await page.locator('.worker[data-state="busy"]').getByText('post').first().waitFor()
    await keep(page, 'workers')
  } finally {
    await journey.close()
    await many.remove()
    await postgres.stop()
    await redis.stop()
  }
}

if (executablePath === null) process.exitCode = 1
else {
  await takeOne()
  await takeWorkers()
}
