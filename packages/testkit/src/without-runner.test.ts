import { describe, expect, it } from 'vitest'

import { runInNode } from './__fixtures__/run-in-node.js'

const RUNNERS = /node_modules\/(vitest|@vitest|jest|@jest|mocha|chai|tap|ava)\b|^node:test/

describe('the kit without a test runner', () => {
  // Holds R-0512, R-0513.
  it('loads and works, and loads none', async () => {
    const { stdout, loaded } = await runInNode(`
      import { aConnection, aPost, aPublishCall, FakePlatform, PlatformChecks } from '@social/testkit'

      const platform = new FakePlatform()
      console.log((await platform.publish(aPost(), aPublishCall({ platform }))).id)
      const outcomes = { passed: 0, skipped: 0 }
      for (const { run, skip } of new PlatformChecks({ makePlatform: () => platform, makeConnection: aConnection })) {
        if (skip === false) await run()
        outcomes[skip === false ? 'passed' : 'skipped'] += 1
      }
      console.log(JSON.stringify(outcomes))
    `)
    const [id, outcomes = ''] = stdout.split('\n')

    expect(id).toBe('1')
    expect(JSON.parse(outcomes)).toMatchObject({ passed: expect.toSatisfy((count: number) => count > 20) })
    expect(loaded.some((url) => url.includes('/packages/testkit/src/index.ts'))).toBe(true)
    expect(loaded.filter((url) => RUNNERS.test(url))).toEqual([])
  })

  it('lets node:test skip what turns out to need a reply', async () => {
    const { stdout } = await runInNode(`
      import { test } from 'node:test'
      import { AuthError } from '@social/core'
      import { aConnection, FakePlatform, PlatformChecks } from '@social/testkit'

      const makePlatform = () => new FakePlatform({ loginFailsWith: new AuthError('Nobody gets in.') })
      for (const { name, run, skip } of new PlatformChecks({ makePlatform, makeConnection: aConnection }))
        test(name, { skip }, run)
    `)

    expect(stdout).toMatch(/^. fail 0$/m)
    expect(stdout).toMatch(/The sign-in could not be followed to its end: AuthError: Nobody gets in/)
  })

  it.each([
    ['application', /\/(platform|store|route)-checks\//],
    ['platform', /\/(store|route)-checks\//],
    ['store', /\/(platform|route)-checks\/|\/fake-platform\//],
    ['routes', /\/(platform|store)-checks\//],
  ])('loads only the part of one audience from @social/testkit/%s', async (entryPoint, foreign) => {
    const { loaded } = await runInNode(`import '@social/testkit/${entryPoint}'`)
    const ofTheKit = loaded.filter((url) => url.includes('/packages/testkit/src/'))

    expect(ofTheKit.length).toBeGreaterThan(5)
    expect(ofTheKit.filter((url) => foreign.test(url))).toEqual([])
  })
})
