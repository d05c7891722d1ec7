import type { Folder } from './networks.js'

interface Samples {
  /** Options that the network accepts. */
  readonly accepted: readonly object[]
  /** Invalid options: wrong types, unknown values, wrong lengths. Unknown names are tested for all networks. */
  readonly refused: readonly object[]
}

/** Post options by network, for comparisons of the JSON Schema with the schema of the library. */
export const SAMPLES: Readonly<Record<Folder, Samples>> = {
  bluesky: {
    accepted: [
      { langs: 'en-US' },
      { langs: ['EN', 'pt-BR'], allowQuotes: false },
      { external: { uri: 'https://münchen.example/a b', title: 'Bread' } },
      { labels: ['nudity', 'graphic-media'], tags: ['bread'] },
      { allowReplies: 'nobody' },
      { allowReplies: ['mentioned', 'at://did:plc:abc/app.bsky.graph.list/3k'] },
      { captions: [{ lang: 'en', vtt: 'WEBVTT\n' }] },
    ],
    refused: [
      { langs: [] },
      { langs: ['en', 'de', 'fr', 'it'] },
      { quote: '' },
      { external: { title: 'Bread' } },
      { labels: ['bread'] },
      { allowReplies: 'everyone' },
      { allowQuotes: 'no' },
      { captions: [{ lang: 'en', vtt: 'Bread' }] },
    ],
  },
  facebook: {
    accepted: [
      { link: 'https://example.com/bread', callToAction: 'LEARN_MORE' },
      { placement: 'reel', title: 'Bread' },
      { place: '42' },
    ],
    refused: [
      { link: 5 },
      { callToAction: 'BUY' },
      { placement: 'wall' },
      { place: 'Berlin' },
      { title: '' },
    ],
  },
  'google-business': {
    accepted: [
      { callToActionType: 'BOOK', callToActionUrl: 'https://example.com/table' },
      { callToActionType: 'CALL', languageCode: 'de-DE' },
      { topicType: 'STANDARD' },
    ],
    refused: [
      { callToActionType: 'EAT' },
      { languageCode: 'German' },
      { topicType: 'EVENT' },
      { event: { title: 'Fair' } },
      { offer: {} },
    ],
  },
  instagram: {
    accepted: [
      { carousel: true, userTags: [{ username: 'a.baker', mediaIndex: 0, x: 0.5, y: 1 }] },
      { placement: 'reel', shareToFeed: false, thumbOffsetMs: 0, audioName: 'Oven', trial: 'MANUAL' },
      { collaborators: ['a.baker'], locationId: '42', coverUrl: 'https://files.example/cover.jpg' },
    ],
    refused: [
      { carousel: 'yes' },
      { placement: 'wall' },
      { thumbOffsetMs: 0.5 },
      { thumbOffsetMs: -1 },
      { collaborators: ['@baker'] },
      { collaborators: ['a', 'b', 'c', 'd'] },
      { userTags: [{ x: 0.5, y: 0.5 }] },
      { userTags: [{ username: 'baker', x: 2, y: 0.5 }] },
      { locationId: 'Berlin' },
    ],
  },
  mastodon: {
    accepted: [
      { visibility: 'unlisted', spoilerText: 'Bread', sensitive: true, language: 'en' },
      { quotedStatusId: '42', quoteApprovalPolicy: 'followers' },
      { focus: [[0.5, -1], null], thumbnail: [null, new Uint8Array([1])] },
      { poll: { options: ['Rye', 'Wheat'], seconds: 300, multiple: true } },
    ],
    refused: [
      { visibility: 'followers' },
      { spoilerText: '' },
      { sensitive: 1 },
      { focus: [[0.5, 2]] },
      { focus: [[0.5]] },
      { poll: { options: ['Rye'], seconds: 300 } },
      { poll: { options: ['Rye', 'Wheat'] } },
      { poll: { options: ['Rye', 'Wheat'], seconds: 1.5 } },
    ],
  },
  pinterest: {
    accepted: [
      { boardId: '549755885175', boardSectionId: '42', title: 'Bread', altText: 'A loaf' },
      { link: 'https://shop.example/bread', dominantColor: '#6e7874' },
      { coverImageKeyFrameTime: 0, coverImageUrl: 'https://shop.example/cover.jpg' },
    ],
    refused: [
      { boardId: 'bread' },
      { boardId: 42 },
      { title: '' },
      { dominantColor: 'red' },
      { coverImageKeyFrameTime: -1 },
      { coverImageKeyFrameTime: 0.5 },
    ],
  },
  threads: {
    accepted: [
      { replyControl: 'mentioned_only', topicTag: 'bread', linkAttachment: 'https://example.com/bread' },
      { poll: { options: ['Rye', 'Wheat'] }, quotePostId: '42', gifId: 'abc' },
      { isSpoilerMedia: true, spoilers: [{ start: 0, end: 5 }], allowlistedCountryCodes: ['US', 'CA'] },
      { carousel: false, locationId: '42', enableReplyApprovals: true },
    ],
    refused: [
      { replyControl: 'nobody' },
      { topicTag: 'rye & wheat' },
      { poll: { options: ['Rye'] } },
      { spoilers: [{ start: -1, end: 5 }] },
      { spoilers: [] },
      { allowlistedCountryCodes: ['us'] },
      { locationId: 'Berlin' },
    ],
  },
  tiktok: {
    accepted: [
      {},
      { sendTo: 'profile', privacyLevel: 'SELF_ONLY', disableComment: true, videoCoverTimestampMs: 1000 },
      { sendTo: 'profile', brandContentToggle: true, brandOrganicToggle: false },
    ],
    refused: [
      { sendTo: 'everyone' },
      { sendTo: 'profile', privacyLevel: 'PUBLIC' },
      { sendTo: 'profile', disableDuet: 'yes' },
      { sendTo: 'profile', videoCoverTimestampMs: 2_147_483_648 },
      { sendTo: 'profile', videoCoverTimestampMs: 1.5 },
    ],
  },
  'tiktok-business': { accepted: [], refused: [] }, // the network reads comments and publishes nothing
  x: {
    accepted: [
      { replySettings: 'following', madeWithAi: true, paidPartnership: false },
      { poll: { options: ['Rye', 'Wheat'], durationMinutes: 5 } },
      { communityId: '42', shareWithFollowers: true, taggedUserIds: ['1', '2'] },
    ],
    refused: [
      { replySettings: 'nobody' },
      { quoteTweetId: 42 },
      { quoteTweetId: 'https://x.com/baker/status/1' },
      { poll: { options: ['Rye', 'Wheat'], durationMinutes: 4 } },
      { poll: { options: ['1', '2', '3', '4', '5'], durationMinutes: 5 } },
      { taggedUserIds: [] },
    ],
  },
  youtube: {
    accepted: [
      { title: 'Bread', madeForKids: false },
      { title: 'Bread', madeForKids: true, privacyStatus: 'unlisted', tags: ['bread', 'sour dough'] },
      { title: 'Bread', madeForKids: false, recordingDate: '2026-11-22', defaultLanguage: 'pt-BR' },
    ],
    refused: [
      {},
      { title: 'Bread' },
      { title: 'A <b>loaf</b>', madeForKids: false },
      { title: 'Bread', madeForKids: 'no' },
      { title: 'Bread', madeForKids: false, tags: 'bread' },
      { title: 'Bread', madeForKids: false, privacyStatus: 'friends' },
      { title: 'Bread', madeForKids: false, defaultLanguage: 'English' },
    ],
  },
}
