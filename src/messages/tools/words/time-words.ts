import type { ToolWordTable } from '../word-table.ts'

/** Reminders, schedules and calendars: the words of their tools. */
export const timeWords = {
  reminders: {
    ko: {
      title: '알림',
      purpose: '시간이 되면 알려줄 일과 알람을 관리해요',
      things: '알림 알람 리마인더 일정 약속 할일',
    },
    en: {
      title: 'Reminder',
      purpose: 'Reminders and alarms, told when they are due',
      things: 'reminder alarm',
    },
  },
  timer: {
    ko: {
      title: '타이머',
      purpose: '타이머를 맞춰요',
      things: '타이머',
    },
    en: {
      title: 'Timer',
      purpose: 'Set timers',
      things: 'timer',
    },
  },
  schedule: {
    ko: {
      title: '예약',
      purpose: '정한 시각에 알아서 할 일을 예약해요',
      things: '예약 일정 알림',
    },
    en: {
      title: 'Schedule',
      purpose: 'Requests that are done by themselves at their time',
      things: 'schedule reminder',
    },
  },
  lists: {
    ko: {
      title: '목록',
      purpose: '장보기, 할 일 같은 목록에 넣고 표시하고 옮겨요',
    },
    en: {
      title: 'Lists',
      purpose: 'Shopping, to-do and other lists: add, tick, move',
    },
  },
  money: {
    ko: {
      title: '가계부',
      purpose: '쓴 돈과 들어온 돈을 적고 합계를 내요 (보내지는 않아요)',
    },
    en: {
      title: 'Money book',
      purpose: 'Book and add up what was spent and earned (moves no money)',
    },
  },
  list_events: {
    ko: {
      title: '일정 보기',
      purpose: '연결해 둔 달력의 일정과 빈 시간을 봐요',
    },
    en: {
      title: 'Look at the calendars',
      purpose: 'Events and free time of your calendars',
    },
  },
  change_event: {
    ko: {
      title: '일정 바꾸기',
      purpose: '달력에 일정을 넣거나 옮기거나 지워요',
      things: '일정 약속 캘린더 달력',
    },
    en: {
      title: 'Change the calendar',
      purpose: 'Put events on a calendar, move or delete them',
      things: 'event calendar appointment meeting',
    },
  },
  answer_invitation: {
    ko: {
      title: '초대에 답하기',
      purpose: '초대를 수락하거나 거절하고 주최자에게 알려요',
      instead: '같은 초대에 다시 답하면 새 답이 보내져요.',
    },
    en: {
      title: 'Answer an invitation',
      purpose: 'Accept or decline an invitation and tell its organizer',
      instead: 'Answer the same invitation again: the new answer is sent.',
    },
  },
} satisfies ToolWordTable
