import type { OptionInfo, UserText } from '@social/core/platform'

/** An option that TikTok accepts only for posts to the profile. */
const onlyProfile = [{ option: 'sendTo', is: ['profile'] }] as const
const invalid: UserText = {
  en: '{field} can only be set for a post that goes directly to the profile. For a draft, you choose it in the TikTok app.',
  de: '{field} lässt sich nur für einen Beitrag festlegen, der direkt ins Profil geht. Für einen Entwurf wählst du es in der TikTok-App.',
}
const ofProfile = { onlyWith: onlyProfile, invalid }

/** Descriptions of the post options, for forms and messages. */
export const INFOS = {
  sendTo: {
    label: { en: 'Destination', de: 'Ziel' },
    help: {
      en: 'A draft is finished in the TikTok app. A post to the profile is published directly.',
      de: 'Ein Entwurf wird in der TikTok-App fertiggestellt. Ein Beitrag ins Profil erscheint direkt.',
    },
    choices: {
      drafts: {
        label: { en: 'Drafts in the TikTok app', de: 'Entwürfe in der TikTok-App' },
        help: {
          en: 'You finish and publish the video in the TikTok app.',
          de: 'Du stellst das Video in der TikTok-App fertig und veröffentlichst es dort.',
        },
      },
      profile: {
        label: { en: 'Profile', de: 'Profil' },
        help: {
          en: 'The video appears directly on the profile.',
          de: 'Das Video erscheint direkt im Profil.',
        },
      },
    },
  },
  privacyLevel: {
    label: { en: 'Audience', de: 'Zielgruppe' },
    help: {
      en: 'Audience that can see the video. The account determines the available ones.',
      de: 'Wer das Video sehen kann. Das Konto bestimmt, welche Zielgruppen es gibt.',
    },
    networkName: 'privacy_level',
    choices: {
      PUBLIC_TO_EVERYONE: {
        label: { en: 'Everyone', de: 'Alle' },
        help: {
          en: 'All people on TikTok can see the video.',
          de: 'Alle auf TikTok können das Video sehen.',
        },
      },
      FOLLOWER_OF_CREATOR: {
        label: { en: 'Followers', de: 'Follower' },
        help: {
          en: 'Only followers of the account can see the video.',
          de: 'Nur Follower des Kontos können das Video sehen.',
        },
      },
      MUTUAL_FOLLOW_FRIENDS: {
        label: { en: 'Friends', de: 'Freunde' },
        help: {
          en: 'Only people can see the video who follow the account and whom it follows.',
          de: 'Nur Personen können das Video sehen, die dem Konto folgen und denen es folgt.',
        },
      },
      SELF_ONLY: {
        label: { en: 'Only me', de: 'Nur ich' },
        help: {
          en: 'Only the account itself can see the video.',
          de: 'Nur das Konto selbst kann das Video sehen.',
        },
      },
    },
    ...ofProfile,
  },
  disableComment: {
    label: { en: 'Turn off comments', de: 'Kommentare ausschalten' },
    help: { en: 'People cannot comment on the video.', de: 'Niemand kann das Video kommentieren.' },
    networkName: 'disable_comment',
    ...ofProfile,
  },
  disableDuet: {
    label: { en: 'Turn off duets', de: 'Duette ausschalten' },
    help: {
      en: 'People cannot make a duet with the video.',
      de: 'Niemand kann ein Duett mit dem Video aufnehmen.',
    },
    networkName: 'disable_duet',
    ...ofProfile,
  },
  disableStitch: {
    label: { en: 'Turn off stitches', de: 'Stitches ausschalten' },
    help: {
      en: 'People cannot use parts of the video in another video.',
      de: 'Niemand kann Teile des Videos in einem anderen Video verwenden.',
    },
    networkName: 'disable_stitch',
    ...ofProfile,
  },
  videoCoverTimestampMs: {
    label: { en: 'Cover', de: 'Titelbild' },
    help: {
      en: 'Moment of the video that is shown as its cover. Without it, the first picture.',
      de: 'Stelle des Videos, die als Titelbild erscheint. Ohne Angabe das erste Bild.',
    },
    networkName: 'video_cover_timestamp_ms',
    unit: 'milliseconds',
    ...ofProfile,
  },
  brandContentToggle: {
    label: { en: 'Paid partnership', de: 'Bezahlte Partnerschaft' },
    help: {
      en: 'Declares that the video promotes another brand for payment.',
      de: 'Gibt an, dass das Video gegen Bezahlung für eine andere Marke wirbt.',
    },
    networkName: 'brand_content_toggle',
    ...ofProfile,
  },
  brandOrganicToggle: {
    label: { en: 'Promotes your own business', de: 'Werbung für dein eigenes Unternehmen' },
    help: {
      en: 'Declares that the video promotes your own business.',
      de: 'Gibt an, dass das Video für dein eigenes Unternehmen wirbt.',
    },
    networkName: 'brand_organic_toggle',
    ...ofProfile,
  },
} as const satisfies Readonly<Record<string, OptionInfo>>
