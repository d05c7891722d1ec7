import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { Journey, PATIENCE_MS, executablePath } from './browser.js'

describe.skipIf(executablePath === null)('breaking networks', { timeout: PATIENCE_MS }, () => {
  let journey: Journey
  let mastodon = ''
  let facebook = ''

  beforeAll(async () => {
    journey = await Journey.start()
    ;[mastodon = '', facebook = ''] = await journey.signIn('mastodon', 'facebook')
  }, PATIENCE_MS)

  afterAll(async () => {
    await journey.end()
  })

  it('loses a reply, and shows step by step that the post is found again and came out once', async () => {
    const page = await journey.open('/trouble')
    await page.getByRole('combobox', { name: 'At', exact: true }).selectOption(mastodon)
    await page.getByRole('switch', { name: 'Lose the reply to the next post' }).check()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('button', { name: 'Post something there' }).click()
    await page.getByRole('status').getByText('Published').waitFor()

    const steps = page.getByRole('region', { name: 'What the library did' })
    await steps.getByText('no answer').waitFor()
    await steps.getByText('post.reconcile').waitFor()
    expect(await steps.getByText('Visible at the network: post').count()).toBe(1)
    await page.getByText('struck once').waitFor()
    await journey.shoot(page, 'trouble')
    expect(journey.problems).toEqual([])
  })

  it('pushes everything twice, and the inbox shows it once', async () => {
    await journey.visitor.publish({ accountId: facebook, text: 'Fresh bread' })
    const page = await journey.open('/trouble')
    await page.getByRole('combobox', { name: 'At', exact: true }).selectOption(facebook)
    await page.getByRole('switch', { name: 'Push everything twice' }).check()
    await journey.visitor.happen('comment', facebook)

    await page.getByText('Pushed once more').waitFor()
    await journey.visitor.arrival(facebook, 'COMMENT_CREATED')
    expect(await journey.visitor.count(facebook, 'COMMENT_CREATED')).toBe(1)
    expect(journey.problems).toEqual([])
  })

  it('leaves an outcome unknown while nothing can be looked up, and finds it when somebody looks again', async () => {
    const { visitor } = journey
    for (const trouble of ['lostReply', 'refusedQuestion'])
      await visitor.ask('POST', '/api/trouble', { network: 'facebook', trouble, isOn: true })
    await visitor.ask('POST', '/api/posts', {
      accountId: facebook,
      text: 'Out or not?',
      media: [],
      publishAt: null,
      options: {},
      idempotencyKey: crypto.randomUUID(),
    })
    const page = await journey.open('/posts')
    const row = page.getByRole('listitem').filter({ hasText: 'Out or not?' }).getByRole('listitem')
    await row.getByText('Nobody knows').waitFor()
    await visitor.ask('POST', '/api/trouble', {
      network: 'facebook',
      trouble: 'refusedQuestion',
      isOn: false,
    })
    await row.getByRole('button', { name: 'Look it up' }).click()
    await row.getByText('Published').waitFor()
    expect(await row.getByText('Published').count()).toBe(1)
    expect(journey.problems).toEqual([])
  })
})
