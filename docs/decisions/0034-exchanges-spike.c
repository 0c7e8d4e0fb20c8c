#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static int me, n;
static char *in, *out, *tmp;
static double now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec+1e-9*t.tv_nsec;}
static double cpu(void){struct timespec t;clock_gettime(CLOCK_PROCESS_CPUTIME_ID,&t);return t.tv_sec+1e-9*t.tv_nsec;}
#define X MPI_COMM_WORLD
static void builtin(int k){MPI_Allgather(in,k,MPI_BYTE,out,k,MPI_BYTE,X);}
static void ring(int w){memcpy(out+(long)me*w,in,w);int r=(me+1)%n,l=(me+n-1)%n;for(int i=0;i<n-1;i++){int s=(me+n-i)%n,g=(me+n-i-1)%n;MPI_Sendrecv(out+(long)s*w,w,MPI_BYTE,r,4,out+(long)g*w,w,MPI_BYTE,l,4,X,MPI_STATUS_IGNORE);}}
static void dbl(int w){memcpy(out+(long)me*w,in,w);for(int d=1;d<n;d*=2){int p=me^d;long a=(me/d)*d,b=(p/d)*d;MPI_Sendrecv(out+a*w,d*w,MPI_BYTE,p,4,out+b*w,d*w,MPI_BYTE,p,4,X,MPI_STATUS_IGNORE);}}
static void dirr(int w){MPI_Request q[64];int c=0;memcpy(out+(long)me*w,in,w);
 for(int i=1;i<n;i++){int p=(me+n-i)%n;MPI_Irecv(out+(long)p*w,w,MPI_BYTE,p,1,X,&q[c++]);}
 for(int i=1;i<n;i++){int p=(me+i)%n;MPI_Isend(in,w,MPI_BYTE,p,1,X,&q[c++]);}
 MPI_Waitall(c,q,MPI_STATUSES_IGNORE);}
static void pairs(int w){memcpy(out+(long)me*w,in,w);for(int i=1;i<n;i++){int to=(me+i)%n,from=(me+n-i)%n;MPI_Sendrecv(in,w,MPI_BYTE,to,7,out+(long)from*w,w,MPI_BYTE,from,7,X,MPI_STATUS_IGNORE);}}
static void star(int w){MPI_Gather(in,w,MPI_BYTE,out,w,MPI_BYTE,0,X);MPI_Bcast(out,w*n,MPI_BYTE,0,X);}
static void a2a(int w){MPI_Alltoall(tmp,w,MPI_BYTE,out,w,MPI_BYTE,X);}
static void a2a_pairs(int w){memcpy(out+(long)me*w,tmp+(long)me*w,w);for(int i=1;i<n;i++){int to=(me+i)%n,from=(me+n-i)%n;MPI_Sendrecv(tmp+(long)to*w,w,MPI_BYTE,to,7,out+(long)from*w,w,MPI_BYTE,from,7,X,MPI_STATUS_IGNORE);}}
static void a2a_dir(int w){MPI_Request q[64];int c=0;memcpy(out+(long)me*w,tmp+(long)me*w,w);
 for(int i=1;i<n;i++){int p=(me+n-i)%n;MPI_Irecv(out+(long)p*w,w,MPI_BYTE,p,1,X,&q[c++]);}
 for(int i=1;i<n;i++){int p=(me+i)%n;MPI_Isend(tmp+(long)p*w,w,MPI_BYTE,p,1,X,&q[c++]);}
 MPI_Waitall(c,q,MPI_STATUSES_IGNORE);}
struct{const char*name;void(*f)(int);}v[]={{"allgather",builtin},{"ring",ring},{"doubling",dbl},{"direct",dirr},{"pairs",pairs},{"gather+bcast",star},{"alltoall",a2a},{"a_pairs",a2a_pairs},{"a_direct",a2a_dir}};
#define V (int)(sizeof v/sizeof*v)
int main(int c,char**a){MPI_Init(&c,&a);MPI_Comm_rank(X,&me);MPI_Comm_size(X,&n);
  int rounds=c>1?atoi(a[1]):5;
  for(int s=2;s<c;s++){int k=atoi(a[s]);in=malloc(k);out=malloc((long)n*k);tmp=malloc((long)n*k);memset(in,1,k);memset(tmp,1,(long)n*k);memset(out,0,(long)n*k);
    double t[16]={0},least[16],u[16]={0};for(int i=0;i<16;i++)least[i]=1e9;
    int reps=k<=4096?200:k<=65536?60:12;
    for(int r=0;r<rounds+1;r++)for(int i=0;i<V;i++){
      MPI_Barrier(X);double b=now(),bc=cpu();for(int j=0;j<reps;j++)v[i].f(k);double e=(now()-b)/reps,ec=(cpu()-bc)/reps,m,mc;
      MPI_Allreduce(&e,&m,1,MPI_DOUBLE,MPI_MAX,X);MPI_Allreduce(&ec,&mc,1,MPI_DOUBLE,MPI_SUM,X);
      if(!r)continue;
      t[i]+=m/rounds;u[i]+=mc/rounds;if(m<least[i])least[i]=m;}
    if(!me){printf("%8d:",k);for(int i=0;i<V;i++)printf(" %s %.0f/%.0f/%.0f",v[i].name,t[i]*1e6,least[i]*1e6,u[i]*1e6);printf("\n");fflush(stdout);}
    free(in);free(out);free(tmp);}
  MPI_Finalize();}
