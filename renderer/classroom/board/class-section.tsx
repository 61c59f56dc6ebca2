import { Route, Switch } from 'wouter';

import { NotFoundPage } from '../../ui/parts/lone-page.tsx';
import { ClassPage } from './class-page.tsx';
import { LessonPage } from '../lessons/lesson-page.tsx';
import { LessonsPage } from '../lessons/lessons-page.tsx';

/** Class: the teacher's board, and the technician's lesson plans. */
export function ClassSection(): React.JSX.Element {
  return (
    <Switch>
      <Route path="/class" component={ClassPage} />
      <Route path="/class/lessons" component={LessonsPage} />
      <Route path="/class/lessons/:lessonId" component={LessonPage} />
      <Route component={NotFoundPage} />
    </Switch>
  );
}
