// Written by `npm run generate` from the package.json of each network.

/** Package of each network, by its registered name. */
export const NETWORK_PACKAGES: Readonly<Record<string, string>> = {
  bluesky: '@social/bluesky',
  facebook: '@social/facebook',
  google_business: '@social/google-business',
  instagram: '@social/instagram',
  mastodon: '@social/mastodon',
  pinterest: '@social/pinterest',
  threads: '@social/threads',
  tiktok_business: '@social/tiktok-business',
  tiktok: '@social/tiktok',
  x: '@social/x',
  youtube: '@social/youtube',
}
