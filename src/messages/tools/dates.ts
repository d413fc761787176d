/** Words of the system prompt for the day. */
const ko = {
  weekdays: ['일요일', '월요일', '화요일', '수요일', '목요일', '금요일', '토요일'],
  months: ['1월', '2월', '3월', '4월', '5월', '6월', '7월', '8월', '9월', '10월', '11월', '12월'],
  today: (year: number, month: string, day: number, weekday: string, zone: string) =>
    `오늘: ${year}년 ${month} ${day}일 ${weekday} (${zone})`,
}
const en: typeof ko = {
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  today: (year, month, day, weekday, zone) => `Today: ${weekday}, ${day} ${month} ${year} (${zone})`,
}
export const dateMessages = { ko, en }
