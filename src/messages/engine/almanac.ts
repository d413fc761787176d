import { josa } from '../../std/korean/grammar/particles.ts'
import { counted } from '../counted.ts'

/** Lunar days, holidays and the rest of what an almanac tells. Days come as they are told elsewhere. */
const ko = {
  age: (years: number) => `만 ${years}세예요.`,
  ageOfYear: (years: number) =>
    years === 0 ? '올해 태어났으니 만 0세예요.' : `올해 생일이 지났으면 만 ${years}세, 아직이면 만 ${years - 1}세예요.`,
  apart: (place: string, hours: string, ahead: boolean | undefined) =>
    ahead === undefined
      ? `${josa(place, '은/는')} 여기와 시각이 같아요.`
      : `${josa(place, '은/는')} 여기보다 ${hours} ${ahead ? '빨라요' : '느려요'}.`,
  apartFrom: (one: string, other: string, hours: string, ahead: boolean | undefined) =>
    ahead === undefined
      ? `${josa(one, '과/와')} ${other}의 시각은 같아요.`
      : `${josa(one, '이/가')} ${other}보다 ${hours} ${ahead ? '빨라요' : '느려요'}.`,
  solar: (lunar: string, day: string) => `음력 ${josa(lunar, '은/는')} 양력으로 ${josa(day, '이에요/예요')}.`,
  lunar: (day: string, lunar: string) => `${josa(day, '은/는')} 음력으로 ${josa(lunar, '이에요/예요')}.`,
  lunarDay: (month: number, day: number, leap: boolean) => `${leap ? '윤' : ''}${month}월 ${day}일`,
  noLunar: '그런 음력 날짜는 없어요. 1000년부터 2050년까지, 있는 날짜로 다시 물어봐 주세요.',
  nth: (count: number, day: string) => `${count.toLocaleString('en-US')}일째 되는 날은 ${josa(day, '이에요/예요')}.`,
  count: (day: string, count: number) => `${day}부터 세면 오늘이 ${count.toLocaleString('en-US')}일째예요.`,
  nextHoliday: (name: string, day: string) =>
    `다음 공휴일은 ${day}, ${josa(name, '이에요/예요')}. 대체 공휴일과 임시 공휴일은 빼고 봤어요.`,
  holidays: (name: string, first: string, last: string) =>
    `${name} 연휴는 ${first}부터 ${last}까지 3일이에요. 대체 공휴일은 달력에서 확인해 주세요.`,
  holiday: (day: string, name: string | undefined, weekend: boolean) =>
    name
      ? `네, ${josa(day, '은/는')} 공휴일이에요: ${name}.`
      : weekend
        ? `${josa(day, '은/는')} 주말이에요. 따로 정해진 공휴일은 아니에요.`
        : `${josa(day, '은/는')} 제가 아는 공휴일이 아니에요. 대체 공휴일과 임시 공휴일은 달력에서 확인해 주세요.`,
}

const en: typeof ko = {
  age: (years) => `${counted(years, 'year')} old.`,
  ageOfYear: (years) =>
    years === 0 ? 'Born this year: 0 years old.' : `${years} if the birthday was already this year, else ${years - 1}.`,
  apart: (place, hours, ahead) =>
    ahead === undefined ? `${place} has the same time as here.` : `${place} is ${hours} ${ahead ? 'ahead' : 'behind'}.`,
  apartFrom: (one, other, hours, ahead) =>
    ahead === undefined
      ? `${one} and ${other} have the same time.`
      : `${one} is ${hours} ${ahead ? 'ahead of' : 'behind'} ${other}.`,
  solar: (lunar, day) => `The Korean lunar date ${lunar} is ${day}.`,
  lunar: (day, lunar) => `${day} is ${lunar} in the Korean lunar calendar.`,
  lunarDay: (month, day, leap) => `${leap ? 'leap ' : ''}month ${month} day ${day}`,
  noLunar: 'There is no such lunar date between the years 1000 and 2050.',
  nth: (count, day) => `Day ${count.toLocaleString('en-US')} is ${day}.`,
  count: (day, count) => `Counted from ${day}, today is day ${count.toLocaleString('en-US')}.`,
  nextHoliday: (name, day) =>
    `The next public holiday of Korea is ${name}, ${day}. Substitute and one-off holidays are not counted.`,
  holidays: (name, first, last) =>
    `The ${name} holidays are three days, from ${first} to ${last}. Please look up substitute holidays in a calendar.`,
  holiday: (day, name, weekend) =>
    name
      ? `Yes, ${day} is a public holiday of Korea: ${name}.`
      : weekend
        ? `${day} is on a weekend; it is no public holiday of its own.`
        : `${day} is no public holiday of Korea that I know. Please look up substitute and one-off holidays in a calendar.`,
}

export const almanacMessages = { ko, en }
