import { describe, expect, it } from 'vitest'

import { AtYoutube } from '../../__fixtures__/at-youtube.js'

const ANALYTICS = 'https://www.googleapis.com/auth/yt-analytics.readonly'

async function withActivity(
  scopes: readonly string[] = [ANALYTICS, 'https://www.googleapis.com/auth/youtube.upload'],
) {
  const at = new AtYoutube()
  const { accessToken: token } = at.control.signIn({ person: 'Ada', scopes })
  const location = await at.startUpload(token, 1)
  const { body } = await at.put(location, 'bytes 0-0/1', Buffer.from('x'))
  const { id } = body as { readonly id: string } // the video
  at.control.addActivity({ id, day: '2026-11-17', views: 4, minutesWatched: 2 })
  at.control.addActivity({ id, day: '2026-11-19', views: 6, minutesWatched: 8 })
  at.control.addActivity({ id, day: '2026-11-20', views: 1 })
  const report = (query: Readonly<Record<string, string>>) =>
    at.call('GET /v2/reports', {
      token,
      query: {
        ids: 'channel==MINE',
        startDate: '2026-11-01',
        endDate: '2026-11-21',
        metrics: 'views,averageViewDuration',
        ...query,
      },
    })
  return { at, id, report }
}

describe('a report', () => {
  it('has one row for the period, up to the last counted day', async () => {
    const { report } = await withActivity()

    expect((await report({})).body).toEqual({
      kind: 'youtubeAnalytics#resultTable',
      columnHeaders: [
        { name: 'views', columnType: 'METRIC', dataType: 'INTEGER' },
        { name: 'averageViewDuration', columnType: 'METRIC', dataType: 'INTEGER' },
      ],
      rows: [[10, 60]],
    })
  })

  it('has one row a day, and none without activity', async () => {
    const { id, report } = await withActivity()

    expect((await report({ dimensions: 'day', filters: `video==${id}` })).body).toMatchObject({
      rows: [
        ['2026-11-17', 4, 30],
        ['2026-11-19', 6, 80],
      ],
    })
    expect((await report({ endDate: '2026-11-02' })).body).not.toHaveProperty('rows')
  })

  it.each([
    [{ metrics: 'reach' }, 400],
    [{ startDate: 'today' }, 400],
    [{ endDate: '2026-10-01' }, 400],
    [{ dimensions: 'video' }, 400],
    [{ ids: 'channel==UC_other' }, 403],
    [{ filters: 'video==other' }, 403],
  ])('is refused for %j', async (query, status) => {
    const { report } = await withActivity()

    expect((await report(query as Readonly<Record<string, string>>)).status).toBe(status)
  })

  it('requires its scope', async () => {
    const { report } = await withActivity(['https://www.googleapis.com/auth/youtube.upload'])

    expect((await report({})).body).toMatchObject({
      error: { errors: [{ reason: 'insufficientPermissions' }] },
    })
  })
})
