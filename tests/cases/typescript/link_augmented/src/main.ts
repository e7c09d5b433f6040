import server, { Router, Session, reload } from 'unheard-of';
import * as all from 'unheard-of';
import { Store } from 'declared';
import { Late } from 'declared';

const app = server();
app.use(Router());
let session: Session;
reload(session!);
session!.user.id;
all.reload;
new Store().size;
new Late();
